-- When the person of a session last proved who they are: by signing in, or by a step-up since.
alter table sessions add column proved_at timestamptz(3) not null default now();
update sessions set proved_at = created_at;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('add', 'second_factor', 'sign_in', 'step_up'));
