-- What the filters of lists look for among a million rows, where no index of a sort finds it. Each holds the few
-- rows that are looked for, so that other rows cost nothing when they are written.

-- Posts that somebody has reported.
create index posts_reported on posts (created_at desc, id desc) include (report_count)
  where report_count > 0 and deleted_at is null;

-- Bills by the day on which they were paid.
create index bills_paid on bills (paid_at, id) where paid_at is not null and deleted_at is null;

-- People who wait for a decision.
create index users_pending on users (created_at desc, id desc) include (type)
  where status = 'pending' and deleted_at is null;

-- Events that are not over.
create index events_ends on events ((coalesce(ends_at, starts_at)), id) where deleted_at is null;
