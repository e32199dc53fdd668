import { openConnection } from '../../apps/server/src/db/connection/connection.ts'
import { migrate } from '../../apps/server/src/db/migrations/migrate.ts'
import { makeTemplate } from '../../apps/server/src/testing/template.ts'
import { makeDatabase, schemaDatabaseSetting } from './postgres.ts'
import { schemaSetting } from './steward.ts'

/** Makes what every server of the tests starts from; most of a first start is its schema. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await makeTemplate()
  process.env[schemaSetting] = template.dataDir
  const database = await makeDatabase()
  if (database) {
    const { DATABASE_URL: databaseUrl } = database.settings
    const connection = await openConnection({ dataDir: template.dataDir, databaseUrl })
    await migrate(connection)
    await connection.close()
    process.env[schemaDatabaseSetting] = database.name
  }
  return async () => {
    await database?.drop()
    await template.remove()
  }
}
