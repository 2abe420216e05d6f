import { SCIM_LIST, SCIM_USER } from '@steelyard/contract'

// What RFC 7643, sections 5 to 7, wants a service to say of itself.

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

export const scimConfig = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'An API token of Steelyard with the permission people:manage',
      primary: true,
    },
  ],
}

const listOf = (Resources: readonly object[]) => ({
  schemas: [SCIM_LIST],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources,
})

export const scimResourceTypes = listOf([
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    schema: SCIM_USER,
  },
])

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

export const scimSchemas = listOf([
  {
    schemas: [`${CORE}:Schema`],
    id: SCIM_USER,
    name: 'User',
    description: 'A person with an account',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('name', {
        type: 'complex',
        subAttributes: [
          attribute('formatted'),
          attribute('givenName', { mutability: 'writeOnly', returned: 'never' }),
          attribute('familyName', { mutability: 'writeOnly', returned: 'never' }),
        ],
      }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [attribute('value'), attribute('primary', { type: 'boolean' })],
      }),
      attribute('active', { type: 'boolean' }),
      attribute('roles', {
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value', { required: true })],
      }),
    ],
  },
])
