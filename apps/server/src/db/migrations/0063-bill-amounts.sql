-- A bill is found by its amount, deleted or not; the list's sort by amount goes by the same index.
drop index bills_amount, past_bills_amount;
create index bills_amount on bills (amount, id) include (deleted_at);
create index past_bills_amount on past_bills (past, amount, id) include (deleted_at);
