import type { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { MetricName } from '../../shared/runtime/metrics.ts'

export interface Wanted {
  by?: Record<string, string>
  period?: Duration
  statistic?: string
}

export const productMetric = (namespace: string, metricName: MetricName, { by, period, statistic = 'sum' }: Wanted) =>
  new Metric({ namespace, metricName, dimensionsMap: by, period, statistic })
