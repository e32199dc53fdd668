-- Text is folded alike on every engine: what lower() and unaccent() made of Greek's final sigma, of
-- ı, ß and others followed the engine, its collations and its rules file. Only letters that are
-- newer than the engine's Unicode can still differ.
--
-- steward_fold: as search and sorting see a text, without case, accents, compatibility forms, vowel
-- signs, kinds of quotes and dashes.
-- steward_key: what counts as the same name; case and Unicode form don't matter, accents do.
do $$
declare
  chosen text;
begin
  select quote_ident(collname) into chosen
  from pg_collation
  where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8', 'en_US')
    and collencoding in (-1, pg_char_to_encoding('UTF8'))
  order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8', 'en_US'], collname::text)
  limit 1;

  execute format(
    $sql$
      create or replace function steward_fold(value text) returns text
      language plpgsql immutable parallel safe strict
      as $body$
        declare
          folded text collate "C";
        begin
          -- Most text is ASCII, and done with at once.
          if octet_length(value) = length(value) then
            return lower(value collate "C");
          end if;
          folded := regexp_replace(
            normalize(value, NFKD) collate "C",
            -- Combining marks, Hebrew points, Arabic vowel signs and tatweel, and what can't be seen.
            '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640'
            '\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u180E\u1AB0-\u1AFF'
            '\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F'
            '\uFE20-\uFE2F\uFEFF]+',
            '', 'g'
          );
          if folded ~ '[\u2010-\u201F\u2032\u2033\u2212]' then
            folded := regexp_replace(folded, '[\u2018-\u201B\u2032]', '''', 'g');
            folded := regexp_replace(folded, '[\u201C-\u201F\u2033]', '"', 'g');
            folded := regexp_replace(folded, '[\u2010-\u2015\u2212]', '-', 'g');
          end if;
          if octet_length(folded) = length(folded) then
            return lower(folded);
          end if;
          folded := lower(folded collate %1$s);
          -- Letters that are written apart but count as others, whatever this engine's lower() knows.
          if folded ~ '[ςıøłđħŧðŋßæœþ\u1C80-\u1C88]' then
            folded := translate(
              replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
              'ςıøłđħŧðŋᲀᲁᲂᲃᲄᲅᲆᲇᲈ',
              'σioldhtdnвдосттъѣꙋ'
            );
          end if;
          -- Marks that were kept, and Hangul, come together again.
          if folded ~ '[\u0530-\u1FFF\u2C00-\uFFFF\U00010000-\U0010FFFF]' then
            folded := normalize(folded, NFC);
          end if;
          return folded;
        end
      $body$
    $sql$,
    coalesce(chosen, '"default"')
  );

  execute format(
    $sql$
      create or replace function steward_key(value text) returns text
      language plpgsql immutable parallel safe strict
      as $body$
        declare
          folded text collate "C";
        begin
          if octet_length(value) = length(value) then
            return lower(value collate "C");
          end if;
          folded := lower(replace(normalize(value, NFKC), 'İ', 'i') collate %1$s);
          if folded ~ '[ςıß\u0300-\u036F\u1C80-\u1C88]' then
            folded := translate(replace(folded, 'ß', 'ss'), 'ςıᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'σiвдосттъѣꙋ');
            folded := normalize(replace(folded, U&'i\0307', 'i'), NFKC);
          end if;
          return folded;
        end
      $body$
    $sql$,
    coalesce(chosen, '"default"')
  );
end
$$;

-- What the folding makes the same now has to be told apart before the unique indexes return: newer
-- roles and categories get a number behind their names. An address is nobody's to change.
drop index roles_name_key;
drop index categories_name_key;
drop index users_email_key;

create function steward_free_names(names text[]) returns text[]
language plpgsql
as $$
declare
  taken text[] := '{}';
  free text[] := '{}';
  name text;
  candidate text;
  number integer;
begin
  foreach name in array names loop
    candidate := name;
    number := 1;
    while steward_key(candidate) = any(taken || case when number > 1 then array(
      select steward_key(other) from unnest(names) as other
    ) else '{}' end) loop
      number := number + 1;
      candidate := left(name, 190) || ' (' || number || ')';
    end loop;
    taken := taken || steward_key(candidate);
    free := free || candidate;
  end loop;
  return free;
end
$$;

with kept as (
  select array_agg(id order by id) as ids, array_agg(name order by id) as names
  from roles where status <> 'deleted'
), freed as (
  select each.* from kept, unnest(kept.ids, steward_free_names(kept.names)) as each (id, name)
)
update roles set name = freed.name, version = version + 1, updated_at = now()
from freed where roles.id = freed.id and roles.name <> freed.name;

with kept as (
  select array_agg(id order by id) as ids, array_agg(name order by id) as names
  from categories where deleted_at is null group by parent_id
), freed as (
  select each.* from kept, unnest(kept.ids, steward_free_names(kept.names)) as each (id, name)
)
update categories set name = freed.name, version = version + 1, updated_at = now()
from freed where categories.id = freed.id and categories.name <> freed.name;

drop function steward_free_names(text[]);

do $$
declare
  addresses text;
begin
  select string_agg(email, ' and ' order by id) into addresses
  from users where deleted_at is null and email is not null
  group by steward_key(email) having count(*) > 1 limit 1;
  if addresses is not null then
    raise exception using errcode = 'SW001', message =
      'The addresses ' || addresses || ' count as the same from this version on, but belong to several accounts. '
      'Start the version that you had before, change one of them, and start this one again.';
  end if;
end
$$;

-- A column that is generated anew rewrites its table, and with it every index of folded text.
alter table roles drop column search,
  add column search text not null generated always as (steward_fold(name)) stored;
alter table users drop column search,
  add column search text not null generated always as (
    steward_fold(name || chr(10) || coalesce(email, '') || chr(10) || coalesce(phone, '') || chr(10) || coalesce(business_name, ''))
  ) stored;
alter table categories drop column search,
  add column search text not null generated always as (steward_fold(name)) stored;
alter table posts drop column search,
  add column search text not null generated always as (steward_fold(text)) stored;
alter table events drop column search,
  add column search text not null generated always as (
    steward_fold(title || chr(10) || coalesce(description, '') || chr(10) || coalesce(location, ''))
  ) stored;
alter table polls drop column search,
  add column search text not null generated always as (steward_fold(title)) stored;
alter table tasks drop column search,
  add column search text not null generated always as (steward_fold(title)) stored;
-- Of a payer with an account the name that they have now is searched, and not the one kept here.
alter table bills drop column search,
  add column search text not null generated always as (
    steward_fold(number || chr(10) || title || case when payer_id is null then chr(10) || payer_name else '' end)
  ) stored;
alter table shopping_posts drop column search,
  add column search text not null generated always as (steward_fold(title || chr(10) || coalesce(description, ''))) stored;

create unique index roles_name_key on roles (steward_key(name)) where status <> 'deleted';
create unique index categories_name_key on categories (parent_id, steward_key(name)) nulls not distinct where deleted_at is null;
create unique index users_email_key on users (steward_key(email)) where deleted_at is null;
create index users_search on users using gin (search gin_trgm_ops);
create index posts_search on posts using gin (search gin_trgm_ops);
create index events_search on events using gin (search gin_trgm_ops);
create index polls_search on polls using gin (search gin_trgm_ops);
create index tasks_search on tasks using gin (search gin_trgm_ops);
create index bills_search on bills using gin (search gin_trgm_ops);
create index shopping_posts_search on shopping_posts using gin (search gin_trgm_ops);
