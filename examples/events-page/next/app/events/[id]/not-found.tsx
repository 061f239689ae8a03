/** The page of an event that is not there. Needs the packages `next` and `react`. */
import { notices } from '@/lib/notices.ts'
import { Notice } from '../view.tsx'

export default () => <Notice {...notices.missing} />
