// One OpenTelemetry span for every call of a client, under the span of whoever calls. Call it once, before the first call.
// Needs `@opentelemetry/api` beside `osdi-events`.
import { tracingChannel } from 'node:diagnostics_channel'
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

type Call = { readonly attributes: Attributes; readonly error?: unknown }

const tracer = trace.getTracer('osdi-events')
const spans = new WeakMap<object, Span>()

const subscribers = {
  start(call: Call) {
    const name = `${call.attributes['http.request.method']}`
    spans.set(call, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: call.attributes }))
  },
  end() {},
  asyncStart() {},
  error: (call: Call) => void spans.get(call)?.setStatus({ code: SpanStatusCode.ERROR, message: String(call.error) }),
  asyncEnd: (call: Call) => spans.get(call)?.setAttributes(call.attributes).end(),
}
const channel = tracingChannel<Call>('osdi-events:call')
/** @returns a function that ends it */
export function traceCalls(): () => void {
  channel.subscribe(subscribers)
  return () => void channel.unsubscribe(subscribers)
}
