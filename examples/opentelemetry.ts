// One OpenTelemetry span for every call of a client, under the span of whoever calls. Import this file once, before the first call.
import { type TracingChannelSubscribers, tracingChannel } from 'node:diagnostics_channel'
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

type Call = { readonly attributes: Attributes; readonly error?: unknown }

const tracer = trace.getTracer('osdi-events')
const spans = new WeakMap<object, Span>()

const subscribers: Partial<TracingChannelSubscribers<Call>> = {
  start(call) {
    const name = `${call.attributes['http.request.method']}`
    spans.set(call, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: call.attributes }))
  },
  error: (call) => void spans.get(call)?.setStatus({ code: SpanStatusCode.ERROR, message: String(call.error) }),
  asyncEnd: (call) => spans.get(call)?.setAttributes(call.attributes).end(),
}
tracingChannel<Call>('osdi-events:call').subscribe(subscribers as TracingChannelSubscribers<Call>)
