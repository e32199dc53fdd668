-- Who uploaded which picture, and since when no record holds it: for the quota of a person, and for
-- the daily clean-up of files.
create table uploaded_pictures (
  url text primary key,
  user_id uuid references users on delete set null,
  size integer not null check (size >= 0),
  created_at timestamptz(3) not null default now(),
  unused_since timestamptz(3)
);
create index uploaded_pictures_user on uploaded_pictures (user_id, created_at);

-- A deleted record holds its picture too, since it may be restored.
create index users_image_deleted on users (image) where image is not null and deleted_at is not null;
create index categories_image_deleted on categories (image)
  where image is not null and deleted_at is not null;
create index posts_images_deleted on posts using gin (images)
  where images <> '{}' and deleted_at is not null;
