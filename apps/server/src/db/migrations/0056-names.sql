-- What people are called, to be searched for in the records that name them: the first line of what is searched
-- of a person. By that alone, so that a word of many addresses finds nobody.
create index users_names on users using gin (split_part(search, chr(10), 1) gin_trgm_ops);
