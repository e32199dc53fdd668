import { Button } from '@mantine/core'
import { accessReviewRoutes, maxTaken } from '@steward/contract/access-review/access-review.routes'
import { msg, t } from '@steward/i18n/reader'
import { IconDownload, IconShieldMinus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { download } from '../../api/files.ts'
import { exportLanguage } from '../../api/language/language.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ListPage } from '../../shared/records/list-page.tsx'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { BulkButton } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { sentQuery, stateOf } from '../../ui/list/url/list-codec.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { heldDefinition, rolePermissionDefinition } from './definitions.tsx'
import { HeldRecord, RolePermissionRecord } from './held-record.tsx'
import { mayTakeAway, ofRoles, type Reviewed as ReviewedRow } from './take-away.ts'
import { askTakeAway } from './take-away-menu.tsx'

export function AccessReviewPage() {
  return (
    <Reviewed>
      <ListPage
        definition={heldDefinition}
        tabs={<Tabs />}
        actions={<ExportHeld />}
        one={null}
        bulkByRow
        bulk={(chosen) => <TakeChosen chosen={chosen} />}
        drawer={({ record }) => <HeldRecord held={record} />}
      />
    </Reviewed>
  )
}

export function AccessReviewRolesPage() {
  return (
    <Reviewed>
      <ListPage
        definition={rolePermissionDefinition}
        tabs={<Tabs />}
        one={null}
        bulkByRow
        bulk={(chosen) => <TakeChosen chosen={chosen} />}
        drawer={({ record }) => <RolePermissionRecord held={record} />}
      />
    </Reviewed>
  )
}

function Reviewed({ children }: { children: ReactNode }) {
  if (useHasCall('accessReview.list')) return children
  return (
    <PageMessage title={t('No access review')}>
      <p>{t('This server doesn’t say who uses which permission.')}</p>
    </PageMessage>
  )
}

const Tabs = () => (
  <LinkTabs label={t('Access review')}>
    <LinkTab to="/roles/access-review" search={{}}>
      {t('By person')}
    </LinkTab>
    <LinkTab to="/roles/access-review/roles" search={{}}>
      {t('By role')}
    </LinkTab>
  </LinkTabs>
)

/** Downloads everything that the list finds, by person. */
function ExportHeld() {
  const search = useSearch({ from: '/guarded/roles/access-review' })
  const { list } = heldDefinition
  const file = useMutation({
    mutationFn: () => {
      const { page, limit, sort, ...filters } = sentQuery(stateOf(search, list), list)
      const query = { ...filters, language: exportLanguage() }
      return download(
        accessReviewRoutes['accessReview.file'],
        { params: {}, query },
        'access-review.csv',
      )
    },
    onError: showFailure,
  })
  return (
    <Button
      leftSection={<IconDownload size="1rem" aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t('Export CSV')}
    </Button>
  )
}

function TakeChosen<T extends ReviewedRow>({ chosen }: { chosen: Chosen<T> }) {
  const rows = [...chosen.rows.values()].map(({ record }) => record)
  const count = ofRoles(rows).length
  if (!useCan()(mayTakeAway) || count === 0) return null
  return (
    <BulkButton
      label={msg('Take away…')}
      icon={IconShieldMinus}
      keyed="#"
      onClick={() => {
        const most = maxTaken
        if (count <= most) askTakeAway(rows)
        else
          toast.error(t('At most {count} permissions can be taken away at once.', { count: most }))
      }}
    />
  )
}
