-- How names, titles and numbers are sorted: by one ICU collation, whose locale an installation may choose (`db/collation.ts`).
create collation steward_names (provider = icu, locale = 'und');
