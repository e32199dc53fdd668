-- steward: backfill polls
update polls set title = title
where id = any($1) and search ~ '[\u0660-\u0669\u0671\u0649\u06CC\u06D2\u06A9\u0629\u06C1\u06BE\u06D5\u06F0-\u06F9\u30A1-\u30F6]';
