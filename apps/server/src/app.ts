import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/connection.ts'
import { serveDocs } from './http/docs.ts'
import { serveHealth } from './http/health.ts'
import { serveEndpoints } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { readWebConfig, serveWeb } from './http/web.ts'
import { billsHandlers } from './modules/bills/bills.routes.ts'
import { categoriesHandlers } from './modules/categories/categories.routes.ts'
import { dashboardHandlers } from './modules/dashboard/dashboard.routes.ts'
import { eventsHandlers } from './modules/events/events.routes.ts'
import { PermissionUses } from './modules/permissions/permission-uses.ts'
import { permissionsHandlers } from './modules/permissions/permissions.routes.ts'
import { pollsHandlers } from './modules/polls/polls.routes.ts'
import { postsHandlers } from './modules/posts/posts.routes.ts'
import { rolesHandlers } from './modules/roles/roles.routes.ts'
import { sessionGate } from './modules/session/session.gate.ts'
import { sessionHandlers } from './modules/session/session.routes.ts'
import { shoppingPostsHandlers } from './modules/shopping-posts/shopping-posts.routes.ts'
import { tasksHandlers } from './modules/tasks/tasks.routes.ts'
import { usersHandlers } from './modules/users/users.routes.ts'

/**
 * The composition root: every module is named here.
 * @returns a server that is ready to listen or to be asked directly; closing it writes what waits,
 *   but leaves the database open
 */
export async function createApp(
  config: Config,
  db: Db,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = await createServer(config, logger, await otherOrigins(config.dataDir))
  const uses = new PermissionUses(db, (error) => logger.error({ err: error }, 'uses not counted'))
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', () => uses.close())

  serveHealth(app, db, () => stopping)
  serveEndpoints(
    app,
    sessionGate(db, uses, (error) => logger.error({ err: error }, 'session not touched')),
    {
      ...sessionHandlers(db, config),
      ...permissionsHandlers(),
      ...dashboardHandlers(db),
      ...rolesHandlers(db),
      ...usersHandlers(db),
      ...eventsHandlers(db),
      ...pollsHandlers(db),
      ...tasksHandlers(db),
      ...billsHandlers(db),
      ...postsHandlers(db),
      ...categoriesHandlers(db),
      ...shoppingPostsHandlers(db),
    },
  )
  await serveDocs(app, config.publicUrl)
  await serveWeb(app, config.dataDir)
  return app
}

/** Where the web app calls somebody else's server, the browser has to be allowed to. */
async function otherOrigins(dataDir: string): Promise<string[]> {
  const { host } = await readWebConfig(dataDir)
  const url = typeof host === 'string' ? URL.parse(host) : null
  return url ? [url.origin] : []
}
