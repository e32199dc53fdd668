alter table openid_flows
  -- The network that it began in: 24 bits of IPv4 or 48 of IPv6.
  add column network text;
