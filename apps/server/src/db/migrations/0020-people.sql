-- A look through a role: a second session of the same person, which ends with the first.
alter table sessions
  add column parent_id uuid references sessions on delete cascade,
  add column preview_role_id uuid references roles,
  add check ((parent_id is null) = (preview_role_id is null));
create index sessions_parent on sessions (parent_id) where parent_id is not null;

-- When people signed in; a session itself is gone once it ends. Kept for 90 days.
create table sign_ins (
  session_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz(3) not null,
  ip text,
  user_agent text
);
create index sign_ins_user on sign_ins (user_id, at desc);

create function steward_note_sign_in() returns trigger
language plpgsql
as $$
begin
  delete from sign_ins where user_id = new.user_id and at < now() - interval '90 days';
  insert into sign_ins (session_id, user_id, at, ip, user_agent)
  values (new.id, new.user_id, new.created_at, new.ip, new.user_agent);
  return null;
end
$$;

create trigger note_sign_in after insert on sessions
for each row when (new.parent_id is null)
execute function steward_note_sign_in();

-- What belongs to one person is found without a look at everybody's.
create index events_host on events (host_id, created_at desc, id desc) where host_id is not null;
create index shopping_posts_seller_kept on shopping_posts (seller_id, created_at desc, id desc)
where deleted_at is null;

-- How many rows belong to a person, kept like the tallies: what somebody with 100,000 posts has is
-- counted as fast as what somebody with ten has.
create table person_tallies (
  area text not null,
  user_id uuid not null,
  deleted boolean not null,
  n bigint not null,
  primary key (area, user_id, deleted)
);

-- Arguments: the column of the person, and the SQL expression of whether a row is deleted.
create function steward_person_tally() returns trigger
language plpgsql
as $$
declare
  changes text := '';
begin
  if tg_op <> 'DELETE' then
    changes := format('select %I as user_id, %s as deleted, 1 as step from added', tg_argv[0], tg_argv[1]);
  end if;
  if tg_op = 'UPDATE' then
    changes := changes || ' union all ';
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select %I as user_id, %s as deleted, -1 as step from removed', tg_argv[0], tg_argv[1]);
  end if;
  execute format(
    'insert into person_tallies as t (area, user_id, deleted, n)
     select %L, user_id, deleted, sum(step) from (%s) as change
     where user_id is not null
     group by user_id, deleted having sum(step) <> 0
     order by user_id, deleted
     on conflict (area, user_id, deleted) do update set n = t.n + excluded.n',
    tg_table_name, changes
  );
  return null;
end
$$;

create procedure steward_keep_person_tally(target regclass, person text, deleted text default 'false')
language plpgsql
as $$
begin
  execute format(
    'create trigger person_tally_insert after insert on %s referencing new table as added
     for each statement execute function steward_person_tally(%L, %L)', target, person, deleted);
  execute format(
    'create trigger person_tally_update after update on %s referencing new table as added old table as removed
     for each statement execute function steward_person_tally(%L, %L)', target, person, deleted);
  execute format(
    'create trigger person_tally_delete after delete on %s referencing old table as removed
     for each statement execute function steward_person_tally(%L, %L)', target, person, deleted);
  execute format(
    'insert into person_tallies (area, user_id, deleted, n)
     select %L, %I, %s, count(*) from %s where %I is not null group by 2, 3',
    target::text, person, deleted, target, person);
end
$$;

call steward_keep_person_tally('posts', 'author_id', 'deleted_at is not null');
call steward_keep_person_tally('bills', 'payer_id', 'deleted_at is not null');
call steward_keep_person_tally('shopping_posts', 'seller_id', 'deleted_at is not null');
call steward_keep_person_tally('tasks', 'assignee_id');
call steward_keep_person_tally('events', 'host_id');
