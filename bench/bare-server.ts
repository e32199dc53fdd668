// The least that could send a page of users: node:http, one prepared statement, no total, no
// session, no permission, no schema.
import { createServer } from 'node:http'
import pg from 'pg'

const { PORT, DATABASE_URL, SOCKET_DIR } = process.env
const pool = new pg.Pool({
  ...(DATABASE_URL
    ? { connectionString: DATABASE_URL }
    : { host: SOCKET_DIR, port: 5432, user: 'postgres', database: 'postgres' }),
  max: 16,
})
const text = `
  select t.id as _id, t.id, t.name, t.email, t.phone, t.type, t.status, t.image, t.location, t.about,
    t.shopping_feed_status as "shoppingFeedStatus", t.business_name as "businessName",
    t.last_active_at as "lastActiveAt", t.version, t.created_at as "createdAt",
    t.updated_at as "updatedAt", role.name as role
  from users t left join roles role on role.id = t.role_id
  where t.deleted_at is null order by t.created_at desc, t.id desc limit 25`

createServer(async (_request, response) => {
  const { rows } = await pool.query({ name: 'page', text })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ message: 'OK', data: { users: rows } }))
}).listen(Number(PORT), '127.0.0.1')
