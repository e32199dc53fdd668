alter table identity_links
  -- The groups by which the provider last gave the role of owners; null for others, and where they aren't known.
  add column owner_groups text[];
