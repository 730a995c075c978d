import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import { beginSpan, continued, mayTrace, within } from '../store/tracing.ts';

/** Whether the standard variables (docs/operations.md, "Traces") configure a destination for traces. */
export const wantsTraces = (env: NodeJS.ProcessEnv): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  [env['OTEL_TRACES_EXPORTER'], env['OTEL_EXPORTER_OTLP_ENDPOINT'], env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']].some(
    Boolean,
  );

/**
 * Starts exporting traces if configured; returns a function that sends the last ones and stops. Loaded only then: it is
 * larger than the service.
 */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return async () => undefined;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  // Metrics are at /metrics, and the log is on stdout.
  const sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'stockwright',
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return async () => {
    // An unavailable collector must not keep the service from stopping.
    await sdk.shutdown().catch(() => undefined);
    for (const api of [trace, context, propagation]) api.disable();
  };
}

const SERVER_ERROR = 500;
/** Requested every few seconds by machines. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Handles the request as a span, named by its route once that is known: the semantic conventions of HTTP. */
export function tracingRequest(req: Request, res: Response, routeOf: () => string, next: () => void): void {
  if (!mayTrace() || PROBES.has(req.path)) return next();
  const parent = continued(req.headers);
  const attributes = { 'http.request.method': req.method, 'url.path': req.path, 'url.scheme': req.protocol };
  const span = beginSpan(req.method, { kind: SpanKind.SERVER, attributes }, parent);
  if (span.isRecording()) {
    res.locals['traceId'] = span.spanContext().traceId;
    res.once('close', () => {
      const route = routeOf();
      if (route) span.updateName(`${req.method} ${route}`).setAttribute('http.route', route);
      span.setAttribute('http.response.status_code', res.statusCode);
      if (res.statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  }
  within(span, next, parent);
}
