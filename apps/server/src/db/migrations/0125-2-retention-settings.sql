-- For how many days what is kept for a time alone is kept (docs/privacy.md).
create table retention_settings (
  -- There is one row, or none until somebody has changed something.
  only_row boolean primary key default true check (only_row),
  -- Days by area; null to keep it. An area that is left out has the usual days.
  days jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
