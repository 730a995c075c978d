import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { Refusal } from '../kernel/errors.ts';

/*
 * What a request did, as OpenTelemetry tells it: the request, the operations of the domain, their statements, and the deliveries of their
 * events. Only what begins a trace asks for one; everything below is told of a trace that is kept, and costs nothing without.
 */

/** Asked for anew: traces may begin and end while a process runs. */
const tracer = () => trace.getTracer('stockwright');

/** Whether what is done now belongs to a trace that is kept. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() === true;

/** Does the work as a part of the trace; without a trace it is only done. A refusal is an answer, anything else that is thrown a failure. */
export const traced = <R>(name: string, attributes: () => Attributes, work: () => Promise<R>): Promise<R> =>
  isTraced() ? spanned(name, { attributes: attributes() }, work) : work();

/** The same, where it may begin a trace; `parent` is whose work it continues. */
export const spanned = <R>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<R>,
  parent: Context = context.active(),
): Promise<R> =>
  tracer().startActiveSpan(name, options, parent, async span => {
    try {
      return await work(span);
    } catch (error) {
      if (error instanceof Refusal) span.setAttribute('error.type', error.problems[0]!.code);
      else {
        span.recordException(error as Error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      throw error;
    } finally {
      span.end();
    }
  });

/** Begins a part that ends elsewhere. */
export const beginSpan = (name: string, options: SpanOptions, parent: Context = context.active()): Span =>
  tracer().startSpan(name, options, parent);

/** Does the work with the span as what all in it belongs to. */
export const within = <R>(span: Span, parent: Context, work: () => R): R =>
  context.with(trace.setSpan(parent, span), work);

/** Whose trace a request continues, by its headers. */
export const continued = (headers: object): Context => propagation.extract(context.active(), headers);

/** The headers that let somebody else continue the trace (W3C Trace Context, unless configured otherwise). */
export function traceHeaders(): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** The `traceparent` of what is done now, if it is traced. */
export const traceParent = (): string | null => (isTraced() ? (traceHeaders()['traceparent'] ?? null) : null);
