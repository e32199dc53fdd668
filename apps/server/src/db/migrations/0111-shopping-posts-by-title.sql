-- steward: no-transaction
create index concurrently if not exists shopping_posts_by_title on shopping_posts
  ((title collate steward_names), id) include (deleted_at);
