-- steward: no-transaction
-- When a person last used a permission, for the access review.
create index concurrently if not exists permission_uses_last on permission_uses
  (user_id, module, submodule, action, day);
