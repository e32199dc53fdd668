import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runSteward, type Server } from './steward.ts'

/** Where the real files stand, beside the repository; they are no part of it. */
export const realFolder = process.env['STEWARD_REAL_DATA'] ?? join(root, '..', 'shared', 'data')

/** Whether the real files are there. */
export const hasRealData = existsSync(join(realFolder, 'posts.csv'))

/** The imports of docs/importing.md. */
const imports: Record<string, string[]> = {
  'members-marvel.csv': [
    'members',
    '--id=page_id',
    '--unescape',
    '--map=name=name',
    '--map=about={ALIGN}, {ID}, {EYE}, {HAIR}',
    '--map=createdAt=Year',
    '--date-format=YYYY',
  ],
  'posts.csv': ['posts', '--id=id'],
  'events.csv': [
    'events',
    '--map=title={Primary Purpose}: {Candidate name}',
    '--map=location={City}, {State}',
    '--map=startsAt=Date',
    '--date-format=M/D/YYYY',
    '--map=host=Host organization',
    '--map=description=Notes',
  ],
  'polls.csv': [
    'polls',
    '--map=title={race}: {pollster}',
    '--map=question={race}: who is ahead?',
    '--map=description=comment',
    '--map=responseCount=samplesize',
    '--map=option1.text=cand1_name',
    '--map=option1.percent=cand1_pct',
    '--map=option2.text=cand2_name',
    '--map=option2.percent=cand2_pct',
    '--map=createdAt=polldate',
    '--map=closesAt=polldate',
    '--date-format=M/D/YYYY',
    '--set=status=closed',
  ],
  'bills.csv': [
    'bills',
    '--map=title=Recipient',
    '--map=payer=Owner',
    '--map=amount=Amount',
    '--map=createdAt=Election Year',
    '--map=issuedAt=Election Year',
    '--date-format=YYYY',
    '--map=notes={Team}, {League}, {Party}',
    '--set=status=paid',
  ],
}

/**
 * Imports real files; fails if a single row is bad.
 * @param files all of them unless named
 * @returns what was said, by file
 */
export async function importRealData(
  server: Server,
  files: readonly string[] = Object.keys(imports),
): Promise<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const [file, [area = '', ...options]] of Object.entries(imports)) {
    if (!files.includes(file)) continue
    said[file] = await runSteward(server, 'import', area, join(realFolder, file), ...options)
  }
  return said
}
