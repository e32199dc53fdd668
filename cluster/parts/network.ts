import { run } from '../lib/processes.ts'

// The test itself runs in a network namespace of its own, so these names meet no others.
const bridge = 'bridge'

/** The address of the test's own side, where etcd, the proxies and the Stewards are. */
export const hub = '10.77.0.1'

/** Makes the bridge that the machines hang on. */
export async function makeNetwork(): Promise<void> {
  // Names of network namespaces are files here, and other machines' own sockets are of no use.
  await run('mount', '-t', 'tmpfs', 'tmpfs', '/run')
  await run('ip', 'link', 'set', 'lo', 'up')
  await run('ip', 'link', 'add', bridge, 'type', 'bridge')
  await run('ip', 'address', 'add', `${hub}/24`, 'dev', bridge)
  await run('ip', 'link', 'set', bridge, 'up')
}

/** Makes a machine: a network namespace on the bridge. */
export async function addMachine(name: string, address: string): Promise<void> {
  const inside = ['ip', '-n', name] as const
  await run('ip', 'netns', 'add', name)
  await run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  await run('ip', 'link', 'set', name, 'master', bridge, 'up')
  await run(...inside, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  await run(...inside, 'link', 'set', 'lo', 'up')
  await run(...inside, 'link', 'set', 'eth0', 'up')
}

/** Pulls the cable of a machine, or plugs it in. */
export const setLink = (name: string, state: 'up' | 'down'): Promise<string> =>
  run('ip', 'link', 'set', name, state)

/** Sends a signal to everything that runs on a machine. */
export async function signalAll(name: string, signal: NodeJS.Signals): Promise<void> {
  const pids = await run('ip', 'netns', 'pids', name)
  for (const pid of pids.split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}
