-- What an entry is about: its area, and of people the types that it concerns. In the order of time for each, so that a
-- page of the few entries that somebody may see isn't looked for among all others. The types are never more than
-- three, and in the order of the alphabet.
create index audit_entries_subject on audit_entries ((
  area || coalesce(' ' || person_types[1], '') || coalesce(' ' || person_types[2], '')
    || coalesce(' ' || person_types[3], '')), at, id);
-- How frequent each is stands in no statistics before.
analyze audit_entries;
