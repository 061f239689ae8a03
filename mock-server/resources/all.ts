import type { OperationName } from '../types/index.ts'
import { attendances } from './attendances.ts'
import { campaigns } from './campaigns.ts'
import { embeds } from './embeds.ts'
import { entryPoint } from './entry-point.ts'
import { events } from './events.ts'
import { people } from './people.ts'
import type { Operation, Resource } from './resource.ts'
import { tags } from './tags.ts'

/** Every kind of resource. The router and the OpenAPI documents use this list. */
export const resources: readonly Resource[] = [entryPoint, events, campaigns, attendances, embeds, people, tags]

/** All operations. The compiler reports an `OperationName` that no resource has. */
export const operations = {
  ...entryPoint.operations,
  ...events.operations,
  ...campaigns.operations,
  ...attendances.operations,
  ...embeds.operations,
  ...people.operations,
  ...tags.operations,
} satisfies Readonly<Record<OperationName, Operation>>
