-- Drafts, the few bills that nobody is asked to pay yet: by due date, and narrowed by amount and currency. Their due
-- dates all lie ahead, so that the index of those was walked to its end. Other bills cost nothing when they are written.
create index bills_draft on bills (due_at, id) include (amount, currency)
  where status = 'draft' and deleted_at is null;
