import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useAct } from '../../data/use-act.ts'
import { count } from '../../text/count.ts'
import { shownMoment } from '../../text/time.ts'

/** Moves the service's clock, and says what came of it. */
export function useMove() {
  const { error, isBusy, run, forget } = useAct()
  const move = (how: () => Promise<Date>) =>
    run(async () => {
      const before = await sent()
      const now = await how()
      const mail = (await sent()) - before
      say(
        `The clock shows ${shownMoment(now.getTime())}${mail > 0 ? `, and ${mail === 1 ? 'a message was' : `${count(mail)} messages were`} sent` : ''}`,
      )
    })
  return { error, isBusy, move, forget }
}

const sent = async () => (await control.messages({ per_page: 1 })).total
