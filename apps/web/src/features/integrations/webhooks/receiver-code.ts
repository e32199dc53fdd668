/** A receiver in Node, the same as in docs/integrations/webhooks.md, where a test runs it. */
// i18n-ignore: code
export const receiverCode = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const taken = new Set() // better in a database, for a few days
createServer(async (request, response) => {
  try {
    const { type, data } = webhook.verify(await text(request), request.headers)
    const id = request.headers['webhook-id']
    if (!taken.has(id)) console.log(type, data.record?.title)
    taken.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(8080)`
