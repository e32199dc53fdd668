import { msg } from '@steward/i18n/reader'
import { messageOf } from '@steward/i18n/sentence'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { conflict, invalidField, notFound } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { readImageField } from '../../http/image-field.ts'
import { actorOf, type Session, sessionEnded } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { passwordChanged, sessionsEnded } from '../authentication/account-events.ts'
import { findAccountById, setPassword } from '../authentication/credentials.store.ts'
import { passwordChangedEmail } from '../authentication/email-templates.ts'
import { requireOwnPassword } from '../authentication/own-password.ts'
import { hashPassword, mustBeStrong } from '../authentication/passwords.ts'
import { endSessions, sessionsOf } from '../authentication/sessions.store.ts'
import { deviceOf } from '../authentication/sign-in-origin.ts'
import { mustSignInByPassword } from '../authentication/sign-in-settings.store.ts'
import { changedColumns, checkVersion } from '../records/checks.ts'
import { changeUser, present, type UserChange } from '../users/users.service.ts'
import { findUser, userView } from '../users/users.store.ts'
import { changePreferences, findPreferences } from './preferences.store.ts'

/** Handlers of one's own account: name, picture, password and sessions. */
export function profileHandlers(
  services: Services,
): HandlersOf<'profile', 'profile.stepUp' | 'profile.stepUpOptions'> {
  const { db, config, mailer, pictures } = services
  const endOwn = (session: Session, which: { only?: string; except?: string }) =>
    db.transaction().execute(async (tx) => {
      const ended = await endSessions(tx, session.user.id, which)
      if (ended > 0) await auditEvent(tx, actorOf(session), sessionsEnded(session.user, ended))
      return ended
    })
  return {
    'profile.own': async ({ session }) => {
      const user = await findUser(db, session.user.id)
      if (!user) throw sessionEnded()
      return { data: userView(user) }
    },
    'profile.update': async ({ body, session }) => {
      const rename = async ({ target: { user }, tx }: UserChange) => {
        await checkVersion(body.version ?? undefined, user, () => present(tx, user.id, null))
        return changedColumns(user, { name: body.name })
      }
      const data = await changeUser(services, session, session.user.id, rename)
      return { message: 'Name saved', data }
    },
    'profile.image': async ({ body, files: { image }, session }) => {
      if (!image && body.image === undefined) throw invalidField('image', 'is required')
      const data = await pictures.keep(image, session.user.id, (url) =>
        changeUser(services, session, session.user.id, ({ target: { user } }) =>
          changedColumns(user, { image: readImageField(url, body.image, user.image) }),
        ),
      )
      return { message: data.image ? 'Picture saved' : 'Picture removed', data }
    },
    'profile.preferences': async ({ session }) => ({
      data: await findPreferences(db, session.user.id),
    }),
    'profile.setPreferences': async ({ body, session }) => ({
      data: await changePreferences(db, session.user.id, body),
    }),
    'profile.changePassword': async ({ body, session }) => {
      const user = session.user.id
      const account = await findAccountById(db, user)
      if (!account) throw sessionEnded()
      await mustSignInByPassword(db, user)
      mustBeStrong(body.password, account.email)
      if (body.password === body.currentPassword) {
        const words = msg('Choose a password that is different from your current one.')
        throw invalidField('password', 'is your current password', words)
      }
      const known = await requireOwnPassword(db, session, body.currentPassword, 'currentPassword')
      const passwordHash = await hashPassword(body.password)
      const ended = await write(db, actorOf(session), async ({ tx, lock, note }) => {
        await lock('users', [user])
        const now = await findAccountById(tx, user)
        // The password was changed meanwhile, for example by a link; that change is kept.
        if (now?.password_hash !== known) {
          throw conflict('Your password was just changed elsewhere.')
        }
        await setPassword(tx, user, passwordHash)
        note(passwordChanged(session.user))
        return await endSessions(tx, user, { except: session.id })
      })
      mailer.send(accountHolder(account), passwordChangedEmail())
      return { message: 'Password changed', data: { ended } }
    },
    'profile.sessions': async ({ session }) => {
      const sessions = await sessionsOf(db, session.user.id, config.sessionIdleMinutes)
      const shown = sessions.map((each) => {
        const { message: device, ...translation } = messageOf(deviceOf(each.userAgent))
        return { ...each, device, ...translation, current: each._id === session.id }
      })
      return { data: { sessions: shown } }
    },
    'profile.endOtherSessions': async ({ session }) => {
      const ended = await endOwn(session, { except: session.id })
      return { message: 'Signed out everywhere else', data: { ended } }
    },
    'profile.endSession': async ({ params, session }) => {
      const ended = isId(params.id) ? await endOwn(session, { only: params.id }) : 0
      if (ended === 0) throw notFound('This session no longer exists.')
      return { message: 'Session signed out', data: {} }
    },
  }
}
