-- A picture is served for as long as a record shows it, so who shows it has to be found at once.
create index users_image on users (image) where image is not null and deleted_at is null;
create index events_image on events (image) where image is not null;
create index categories_image on categories (image) where image is not null and deleted_at is null;
create index posts_images on posts using gin (images) where images <> '{}' and deleted_at is null;
create index shopping_posts_images on shopping_posts using gin (images) where images <> '{}';
