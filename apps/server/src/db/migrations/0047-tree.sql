-- The order of the tree as a column: parents before children, siblings by their position. Each level
-- adds the sort key among siblings and the id, both of a fixed length, to the key of what is above.
alter table categories add column tree_key text collate "C" not null default '';

create function steward_tree_step(place integer, category uuid) returns text
language sql immutable strict
as $$ select lpad(to_hex(place::bigint + 2147483648), 8, '0') || category $$;

with recursive keyed as (
  select id, steward_tree_step(position, id) as key from categories where parent_id is null
  union all
  select below.id, keyed.key || steward_tree_step(below.position, below.id)
  from keyed join categories as below on below.parent_id = keyed.id
)
update categories set tree_key = keyed.key from keyed where categories.id = keyed.id;
create index categories_tree on categories (tree_key, id) where deleted_at is null;

-- What moves takes along what stands below it.
create function steward_keep_tree() returns trigger
language plpgsql
as $$
declare
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    moved := array(select id from added);
  else
    moved := array(
      select added.id from added join removed on removed.id = added.id
      where (added.parent_id, added.position) is distinct from (removed.parent_id, removed.position)
    );
  end if;
  if moved <> '{}' then
    -- A row is reached from each one above it that moved; the longest way began at the topmost,
    -- whose own parent has stayed.
    with recursive reached as (
      select category.id, coalesce(above.tree_key, '') || steward_tree_step(category.position, category.id) as key, 1 as steps
      from categories as category left join categories as above on above.id = category.parent_id
      where category.id = any(moved)
      union all
      select below.id, reached.key || steward_tree_step(below.position, below.id), reached.steps + 1
      from reached join categories as below on below.parent_id = reached.id
      where reached.steps < 1000
    ), keyed as (
      select distinct on (id) id, key from reached order by id, steps desc
    )
    update categories set tree_key = keyed.key
    from keyed where categories.id = keyed.id and categories.tree_key <> keyed.key;
  end if;
  return null;
end
$$;

create trigger keep_tree_insert after insert on categories referencing new table as added
for each statement execute function steward_keep_tree();
create trigger keep_tree_update after update on categories
referencing new table as added old table as removed
for each statement execute function steward_keep_tree();
