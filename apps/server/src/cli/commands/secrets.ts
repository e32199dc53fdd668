import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { readConfig } from '../../config.ts'
import { idTokens } from '../../modules/authentication/provider-sessions.store.ts'
import { clientSecrets } from '../../modules/identity-providers/client-secrets.ts'
import {
  adoptSecretKey,
  claimSecretKey,
  rotateSecrets,
} from '../../modules/second-factor/secret-keys.service.ts'
import { webhookSecrets } from '../../modules/webhooks/webhooks.store.ts'
import { defineCommand, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'

const actions = ['rotate', 'adopt']

export const secretsCommand = defineCommand({
  name: 'secrets',
  summary: msg('Encrypt the secrets in the database with a new key'),
  synopsis: 'rotate | adopt',
  details: [
    [
      [
        'rotate',
        msg(
          'encrypt with SECRET_KEY whatever SECRET_KEY_PREVIOUS encrypted, once every server has both',
        ),
      ],
      [
        'adopt',
        msg(
          'let the present key count although secrets are encrypted with another one, which is lost',
        ),
      ],
    ],
    msg(
      'SECRET_KEY may be the file secret.key of the data directory instead. Rotating can be repeated, and works while servers run. After adopting, codes of apps and recovery codes of the lost key never work again, webhooks need a new secret, and the client secret of each identity provider has to be entered again.',
    ),
    msg('The exit code is 3 where secrets open with neither key.'),
  ],
  options: {},
  needs: say('an action: {actions}', { actions: actions.join(', ') }),
  run: async (_, [action = '']) => {
    if (!actions.includes(action))
      throw new UsageError(say('Usage: {command}', { command: 'steward secrets rotate | adopt' }))
    const config = readConfig(process.env)
    return await withDatabase(async (connection) => {
      if (action === 'adopt') {
        await adoptSecretKey(connection, config)
        return t(
          'The present key counts from now on. Let people in whose codes no longer work with steward admin clear-second-factor, make new secrets for webhooks, and enter the client secrets of identity providers again.',
        )
      }
      const secrets = await claimSecretKey(connection, config)
      const { resealed, unopened } = await rotateSecrets(connection.db, secrets, [
        clientSecrets,
        idTokens,
        ...webhookSecrets,
      ])
      const lines = [
        t(
          '{resealed, plural, one {# secret is} other {# secrets are}} encrypted with the present key now.',
          { resealed },
        ),
        t(
          'SECRET_KEY_PREVIOUS may be removed from every server in 24 hours, when no write made before can be sent twice.',
        ),
      ]
      if (unopened > 0) {
        lines.push(
          t(
            '{unopened, plural, one {# secret opens} other {# secrets open}} with neither key: let people in with steward admin clear-second-factor, make new secrets for webhooks, and enter the client secrets of identity providers again.',
            { unopened },
          ),
        )
      }
      process.stdout.write(`${lines.join('\n')}\n`)
      return unopened === 0 ? 0 : 3
    })
  },
})
