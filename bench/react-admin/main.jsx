// The same list by react-admin, with nothing that it doesn't need: bench/first-list.ts builds it outside of the
// repository, with packages that are no part of it.
import simpleRest from 'ra-data-simple-rest'
import {
  Admin,
  Datagrid,
  DateField,
  EmailField,
  fetchUtils,
  List,
  Resource,
  TextField,
  TextInput,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

const authProvider = {
  login: async () => localStorage.setItem('token', 'stored'),
  logout: async () => localStorage.removeItem('token'),
  checkAuth: async () => {
    if (!localStorage.getItem('token')) throw new Error('not signed in')
  },
  checkError: async () => {},
  getPermissions: async () => '',
  getIdentity: async () => ({ id: 1, fullName: 'Owner' }),
}

const dataProvider = simpleRest('/api', (url, options = {}) =>
  fetchUtils.fetchJson(url, {
    ...options,
    headers: new Headers({
      Accept: 'application/json',
      Authorization: `Bearer ${localStorage.getItem('token')}`,
    }),
  }),
)

const filters = [<TextInput key="q" source="q" alwaysOn />]

function Members() {
  return (
    <List perPage={25} sort={{ field: 'createdAt', order: 'DESC' }} filters={filters}>
      <Datagrid>
        <TextField source="name" />
        <EmailField source="email" />
        <TextField source="phone" />
        <TextField source="status" />
        <TextField source="shoppingFeedStatus" />
        <TextField source="location" />
        <DateField source="lastActiveAt" showTime />
        <DateField source="createdAt" showTime />
      </Datagrid>
    </List>
  )
}

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} requireAuth disableTelemetry>
    <Resource name="members" list={Members} />
  </Admin>,
)
