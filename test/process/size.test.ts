import { expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'

// What is there today and a little more: whoever adds to it learns what it costs those who load it in a page.
const most = 39_500

test('both clients weigh no more in a bundle than is said', () => {
  const { gzipped, parts } = bundleOf(['EventsV1', 'EventsV2'])
  expect(gzipped).toBeLessThan(most)
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['ky', 'zod', 'pagination', 'versions']))
})

test('one client brings nothing of the other version', () => {
  const [one, both] = [bundleOf(['EventsV2']), bundleOf(['EventsV1', 'EventsV2'])]
  expect(one.gzipped).toBeLessThan(both.gzipped)
  expect(one.parts.get('versions')).toBeLessThan(both.parts.get('versions') ?? 0)
})
