-- A further role until a time, beside one's own (docs/decisions/0076-power-on-loan.md). One whose time is over counts as
-- ended; nothing is written for that.
create table temporary_roles (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  role_id uuid not null references roles on delete cascade,
  until timestamptz(3) not null,
  reason text not null,
  given_by uuid not null,
  given_by_name text not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ended_by uuid,
  ended_by_name text
);
create index temporary_roles_user on temporary_roles (user_id) where ended_at is null;
create index temporary_roles_role on temporary_roles (role_id);
