import { Button, Group, Progress, Stack, Text as Words } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Progress.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Text.css'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import { IconDownload } from '@tabler/icons-react'
import type { Poll } from '../../api/answers/records.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { useExport } from '../../shared/export/use-export.ts'
import { percentages } from '../../ui/format/percentages.ts'
import { Text } from '../../ui/format/text.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { questionsOf } from './questions.ts'

type Question = ReturnType<typeof questionsOf>[number]

function QuestionResults({ question }: { question: Question }) {
  const { options } = question
  const votes = options.map((option) => option.votes)
  const percents = percentages(votes)
  const total = votes.reduce((sum, each) => sum + each, 0)
  const most = Math.max(0, ...votes)
  return (
    <div>
      <Text value={question.text} />
      <Stack component="ul" gap={10} my={8}>
        {options.map((option, index) => {
          const cast = votes[index] ?? 0
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no id and never move
            <li key={index}>
              <Group
                justify="space-between"
                wrap="nowrap"
                gap={12}
                mb={4}
                {...(cast > 0 && cast === most && { fw: 600 })}
              >
                <Text value={option.text} />
                <span className="nowrap">
                  {/* i18n: {votes} is their number, of which {percent} is the share */}
                  {t('{votes} · {percent}%', { votes: cast, percent: percents[index] ?? 0 })}
                </span>
              </Group>
              <Progress value={total === 0 ? 0 : (cast / total) * 100} size={6} aria-hidden />
            </li>
          )
        })}
      </Stack>
      <Words size="xs" c="dimmed">
        {t('{count, plural, one {# vote} other {# votes}}', { count: total })}
      </Words>
    </div>
  )
}

export function PollResults({ poll }: { poll: Poll }) {
  const questions = questionsOf(poll)
  if (questions.length === 0) return null
  return (
    <Block title={t('Results')}>
      <ExportResults poll={poll} />
      <Stack gap={20}>
        {questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id and never move
          <QuestionResults key={index} question={question} />
        ))}
      </Stack>
    </Block>
  )
}

function ExportResults({ poll }: { poll: Poll }) {
  const can = useCan()
  const { start, pending } = useExport()
  const id = poll._id
  const has = useHasCall('exports.create')
  if (!has || id === null || !exportNeeds.pollResults.some(can)) return null
  return (
    <Button
      size="xs"
      mb={12}
      leftSection={<IconDownload size="1rem" aria-hidden />}
      loading={pending}
      onClick={() => start({ area: 'pollResults', query: {}, ids: [id] })}
    >
      {t('Export results')}
    </Button>
  )
}
