-- steward: no-transaction
create unique index concurrently if not exists identity_providers_issuer_key
  on identity_providers (issuer);
