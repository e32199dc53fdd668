-- Conditions on permissions (docs/decisions/0072-conditions-on-permissions.md): the rows that a role's permissions are for, and the
-- fields that it hides or doesn't let change.
alter table roles add column conditions jsonb not null default '[]';
alter table roles add column field_rules jsonb not null default '[]';

-- What a change left as it was, of the columns that conditions can be about: with `before` and `after` it says what the
-- record was and became, so that a condition can be asked of an entry.
alter table audit_entries add column state jsonb;
