import type { Task } from '@steward/contract/tasks/tasks'
import { create } from 'zustand'
import type { DeepPartial } from '../../api/read.ts'

/** What is asked of a task: who is to do it, or how it stands. */
export interface TaskQuestion {
  asks: 'assignee' | 'status'
  task: DeepPartial<Task>
}

/** The question that stands: outside of the rows, which come and go. */
export const useTaskQuestion = create<{ question: TaskQuestion | null }>()(() => ({
  question: null,
}))

/** Asks who is to do a task, or how it stands. */
export const askTask = (question: TaskQuestion): void => useTaskQuestion.setState({ question })

/** Takes the question away. */
export const dropTaskQuestion = (): void => useTaskQuestion.setState({ question: null })
