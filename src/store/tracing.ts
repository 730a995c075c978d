import {
  type Attributes,
  type Context,
  context,
  type ProxyTracerProvider,
  propagation,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { Refusal } from '../kernel/errors.ts';

/*
 * OpenTelemetry traces: requests, the operations of the domain, their statements, and the deliveries of their events.
 * Only the entry points start a trace; everything below adds spans to a trace that is recorded, and costs nothing
 * otherwise.
 */

/** Looked up each time, because tracing may start and stop while a process runs. */
const tracer = () => trace.getTracer('stockwright');

/** Whether anything records traces now. */
export const mayTrace = (): boolean =>
  (trace.getTracerProvider() as ProxyTracerProvider).getDelegateTracer('stockwright') !== undefined;

/** The span of the current work, if it belongs to a recorded trace. */
export function currentSpan(): Span | undefined {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span : undefined;
}

/** Whether the current work belongs to a recorded trace. */
export const isTraced = (): boolean => currentSpan() !== undefined;

/**
 * Runs the work as a span; without a trace it just runs. A refusal is not an error, anything else that is thrown is.
 */
export const traced = <R>(
  name: string | (() => string),
  attributes: () => Attributes,
  work: () => Promise<R>,
): Promise<R> =>
  isTraced() ? spanned(typeof name === 'string' ? name : name(), { attributes: attributes() }, work) : work();

/** The same, but may start a trace; `parent` is the trace to continue. */
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

/** Starts a span that ends elsewhere. */
export const beginSpan = (name: string, options: SpanOptions, parent: Context = context.active()): Span =>
  tracer().startSpan(name, options, parent);

/** Runs the work with the span as its parent. */
export const within = <R>(span: Span, work: () => R, parent: Context = context.active()): R =>
  context.with(trace.setSpan(parent, span), work);

/** The trace that a request continues, from its headers. */
export const continued = (headers: object): Context => propagation.extract(context.active(), headers);

/** The headers with which another service continues the trace (W3C Trace Context, unless configured otherwise). */
export function traceHeaders(): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** The `traceparent` of the current work, if it is traced. */
export const traceParent = (): string | null => (isTraced() ? (traceHeaders()['traceparent'] ?? null) : null);
