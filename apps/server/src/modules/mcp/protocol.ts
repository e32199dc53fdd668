import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { DeadlineGuard } from '../../http/database-deadline.ts'
import type { DirectCall } from '../../http/direct-call.ts'
import { failureOf } from '../../http/errors.ts'
import type { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { lackingOf } from '../proposals/proposals.rules.ts'
import { ownProposals } from './own-proposals.ts'
import { proposeTools } from './propose-tools.ts'
import { marking, readTools } from './read-tools.ts'
import type { Tool } from './tool.ts'
import { asText, isData } from './untrusted.ts'

const instructions = `Steward is the back office of a community. Read with list_…, get_…, total_…, search, history and dashboard; \`asOf\` in each result is the moment that it is of. To change something, propose it with a propose_… tool, by the _ids of the records and with a reason: nothing changes until a person approves it, and get_proposal tells what was decided. \`untrusted\` in each result names the fields that other people wrote. ${isData}`

export interface ProtocolParts {
  services: Pick<Services, 'db' | 'areas'>
  call: DirectCall
  /** The address of the server, which the protocol names itself by. */
  publicUrl: string
  /** The largest body of a request, in bytes. */
  maxBody: number
  /** Ends what waits for a silent database. */
  guard: DeadlineGuard
  onError: (error: unknown) => void
}

/** Answers a request of the Model Context Protocol in the name of a session; nothing is kept between requests. */
export interface Protocol {
  answer(request: Request, session: Session): Promise<Response>
  /** Ends what is under way. */
  close(): Promise<void>
}

/** How many streams may wait for news, of which there are none: they only take connections. */
const maxStreams = 20

/** The MCP server of specification 2026-07-28, and of clients of 2025 without sessions. */
export function openProtocol(parts: ProtocolParts): Protocol {
  const { services, call, publicUrl, maxBody } = parts
  const tools = [...readTools(call), ...proposeTools(services), ...ownProposals(services)]
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const serverFor = (session: Session) => {
    const server = new Server(
      { name: 'steward', title: 'Steward', version, websiteUrl: publicUrl },
      { capabilities: { tools: {} }, instructions },
    )
    const may = ({ needs }: Tool) => !lackingOf(session, needs)
    server.setRequestHandler('tools/list', () => ({ tools: tools.filter(may).map(told) }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      // Whether there is such a tool isn't told to who may not use it.
      if (!tool || !may(tool)) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no tool ${JSON.stringify(params.name.slice(0, 100))} for this account.`,
        )
      }
      return await run(tool, session, params.arguments ?? {}, parts)
    })
    return server
  }
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo?.extra?.['session'] as Session),
    { maxRequestBodySize: maxBody, maxSubscriptions: maxStreams },
  )
  return {
    answer: (request, session) =>
      handler.fetch(request, {
        // The token stays here: tools act in the name of the session, and hand on no token.
        authInfo: { token: '', clientId: session.user.id, scopes: [], extra: { session } },
      }),
    close: () => handler.close(),
  }
}

const told = ({ name, title, description, inputSchema, outputSchema, reads }: Tool) => ({
  name,
  title,
  description,
  inputSchema: inputSchema as { type: 'object' },
  outputSchema: outputSchema as { type: 'object' },
  annotations: {
    readOnlyHint: reads,
    destructiveHint: false,
    idempotentHint: reads,
    // What it gives was written by others.
    openWorldHint: true,
  },
})

const marked = 'steward/untrusted'

async function run(
  tool: Tool,
  session: Session,
  sent: Readonly<Record<string, unknown>>,
  { guard, onError }: ProtocolParts,
) {
  try {
    const untrusted = marking(tool.untrusted)
    const result = { ...(await guard(tool.run(session, sent))), untrusted }
    return {
      content: [{ type: 'text' as const, text: asText(tool.name, result) }],
      structuredContent: result,
      _meta: { [marked]: untrusted },
    }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.status >= 500) onError(error)
    return refusal(tool, failure)
  }
}

/** A refusal in words, which may quote what people wrote. */
const refusal = ({ name }: Tool, failure: Failure) => ({
  isError: true,
  content: [{ type: 'text' as const, text: asText(name, refused(failure)) }],
  _meta: { [marked]: marking(['message', 'errors[].msg']) },
})

function refused(failure: Failure) {
  const { message, code, errors } = failure.body()
  const again = failure.retryAfter && Math.ceil(failure.retryAfter)
  return { message, code, ...(errors && { errors }), ...(again && { retryAfterSeconds: again }) }
}
