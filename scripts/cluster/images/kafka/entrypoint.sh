#!/bin/sh
# Formats the storage on the first start, then becomes the broker.
set -eu
settings=/mnt/shared/config/server.properties
kafka() { java -XX:-UsePerfData -cp '/opt/kafka/libs/*' "$@"; }
kafka kafka.tools.StorageTool format --ignore-formatted -t "$CLUSTER_ID" -c "$settings"
# shellcheck disable=SC2086
exec java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:-UsePerfData -cp '/opt/kafka/libs/*' kafka.Kafka "$settings"
