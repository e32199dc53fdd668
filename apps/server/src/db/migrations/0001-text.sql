-- Text as search and sorting see it: without case, accents, compatibility forms or Arabic vowel
-- marks. Both sides of a search pass through it, so it only has to be consistent.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- lower() follows a collation; the one of the database may know ASCII alone, so a Unicode one is
-- chosen here, by what this engine has.
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
      create function steward_fold(value text) returns text
      language sql immutable parallel safe strict
      as $body$
        select lower(
          public.unaccent('public.unaccent', translate(normalize(value, NFKC), 'ـًٌٍَُِّْ', ''))
          collate %s
        ) collate "C"
      $body$
    $sql$,
    coalesce(chosen, '"default"')
  );

  -- What counts as the same name: case and Unicode form don't matter, accents do.
  execute format(
    $sql$
      create function steward_key(value text) returns text
      language sql immutable parallel safe strict
      as $body$ select lower(normalize(value, NFKC) collate %s) collate "C" $body$
    $sql$,
    coalesce(chosen, '"default"')
  );
end
$$;
