import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program of Prometheus; undefined where it isn't installed. */
export const findProgram = (name: 'prometheus' | 'promtool'): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Runs promtool, with text on its standard input if given. @throws with what it printed, where it finds fault */
export const runPromtool = (program: string, args: readonly string[], input?: string): string =>
  execFileSync(program, args, { input, encoding: 'utf8', stdio: 'pipe' })

/** Starts Prometheus with this configuration, reachable on `port`. */
export const spawnPrometheus = (program: string, config: string, folder: string, port: number) =>
  spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
