-- Polls and surveys can be changed: by the version two people who do so at once are told apart.
alter table polls add column version integer not null default 1;
alter table past_polls add column version integer not null default 1;
