import {
  IconCalendarEvent,
  IconChartBar,
  IconCheckbox,
  IconHistory,
  IconLayoutDashboard,
  IconMessage2,
  IconReceipt2,
  IconShieldLock,
  IconShoppingBag,
  IconTags,
  IconUsers,
} from '@tabler/icons-react'
import type { AreaIcon } from '../areas.ts'

/** The icon of each area. */
export const areaIcons: Record<AreaIcon, typeof IconUsers> = {
  dashboard: IconLayoutDashboard,
  auditLog: IconHistory,
  roles: IconShieldLock,
  users: IconUsers,
  events: IconCalendarEvent,
  polls: IconChartBar,
  posts: IconMessage2,
  tasks: IconCheckbox,
  bills: IconReceipt2,
  categories: IconTags,
  shoppingPosts: IconShoppingBag,
}
