/**
 * The addresses of the servers that one database address names, such as `postgres://user@a:5432,b:5432/name`, in
 * their order; itself where it names one.
 */
export function serversIn(address: string): string[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(address)
  if (!parts) return [address]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
