/** The tree of categories: slug, name, colour, description, and those below it. */
export interface CategoryText {
  slug: string
  name: string
  color?: string
  description?: string
  inactive?: boolean
  below?: readonly CategoryText[]
}

const leaf = (slug: string, name: string, description?: string): CategoryText => ({
  slug,
  name,
  ...(description ? { description } : {}),
})

export const categoryTree: readonly CategoryText[] = [
  {
    slug: 'neighbourhood',
    name: 'Neighbourhood',
    color: '#2f6fde',
    description: 'What happens between the front doors.',
    below: [
      leaf('announcements', 'Announcements', 'From the board and the community desk.'),
      leaf('streets', 'Streets and courtyards', 'Lamps, works, puddles, thanks.'),
      leaf('lost-found', 'Lost and found'),
      leaf('safety', 'Looking after each other'),
      {
        slug: 'old-board',
        name: 'Old notice board',
        inactive: true,
        description: 'Closed; its posts stay readable.',
      },
    ],
  },
  {
    slug: 'workshop',
    name: 'Workshop',
    color: '#d9480f',
    description: 'Everything that makes sawdust, smoke or progress.',
    below: [
      leaf('makers', 'Makers', 'Laser, lathe, printers and their people.'),
      leaf('repairs', 'Repair café', 'Broken things and those who mend them.'),
      leaf('tool-library', 'Tool library'),
      leaf('classes', 'Classes and courses'),
      leaf('electronics', 'Électronique & radio'),
    ],
  },
  {
    slug: 'growing',
    name: 'Growing and cooking',
    color: '#2b8a3e',
    description: 'From the bed to the bowl.',
    below: [
      leaf('garden', 'Shared garden'),
      leaf('kitchen', 'Community kitchen'),
      leaf('bees', 'Bees on the roof'),
      leaf('seeds', 'Seed library'),
    ],
  },
  {
    slug: 'culture',
    name: 'Culture',
    color: '#9c36b5',
    below: [
      leaf('music', 'Music and choir'),
      leaf('books', 'Books'),
      leaf('languages', 'لغات · שפות · Languages', 'Learn one, teach one.'),
      leaf('film', 'Film nights'),
    ],
  },
  {
    slug: 'families',
    name: 'Families',
    color: '#e8590c',
    below: [
      leaf('kids', 'Children'),
      leaf('teens', 'Teenagers'),
      leaf('elders', 'Older neighbours'),
    ],
  },
  {
    slug: 'sports',
    name: 'Sport and play',
    color: '#1098ad',
    below: [
      leaf('running', 'Running and walking'),
      leaf('games', 'Board games'),
      leaf('water', 'On the water'),
    ],
  },
  {
    slug: 'market',
    name: 'Market',
    color: '#f08c00',
    description: 'Offered, wanted, swapped.',
    below: [
      leaf('furniture', 'Furniture'),
      leaf('clothing', 'Clothing'),
      leaf('tools-for-sale', 'Tools'),
      leaf('bicycles', 'Bicycles'),
      leaf('handmade', 'Handmade', 'Made by the person who sells it.'),
      leaf('for-children', 'For children'),
      leaf('devices', 'Devices'),
      leaf('plants', 'Plants and seeds'),
      leaf('books-media', 'Books and records'),
      leaf('food', 'Preserves and bread'),
      { slug: 'swaps', name: 'Swaps and gifts', below: [leaf('gifts', 'Free to collect')] },
    ],
  },
  {
    slug: 'archive',
    name: 'Archive',
    color: '#868e96',
    inactive: true,
    below: [{ slug: 'archive-fair', name: 'Summer fair 2023', inactive: true }],
  },
]
