-- How far the audit log has been streamed to a receiver elsewhere (AUDIT_STREAM_URL), and which server streams it;
-- at most one row.
create table audit_stream (
  only_row boolean primary key default true check (only_row),
  -- The last seal whose entries the receiver has.
  sent bigint not null default 0,
  holder uuid,
  lease_until timestamptz(3)
);
