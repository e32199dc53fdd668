-- A download ends with the session that asked for it.
delete from exports;
alter table exports add column session_id uuid not null references sessions on delete cascade;
create index exports_session on exports (session_id);
