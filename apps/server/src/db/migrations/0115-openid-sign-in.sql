alter table identity_providers
  -- What every sign-in asks of the provider, and holds it to.
  add column acr_values text not null default '',
  -- How the client's secret is sent to the token endpoint.
  add column token_auth text not null default 'client_secret_basic';

-- A third purpose: `link`, by which a person who is signed in says who they are at a provider.
alter table openid_flows
  drop constraint openid_flows_purpose_check,
  drop constraint openid_flows_check;
