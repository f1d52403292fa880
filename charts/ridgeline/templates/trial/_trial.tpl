{{- /* One server of a trial: a StatefulSet of one pod, its Service and its NetworkPolicy. Takes root, server, image, uid,
       ports (name: number), from (components that may call it), egress, container (the rest of the container, YAML),
       storage (where its data lie) and volumes. */ -}}
{{- define "ridgeline.trialServer" -}}
{{- $root := .root }}
{{- $name := printf "%s-%s" (include "ridgeline.name" .root) .server }}
{{- $context := dict "root" .root "component" .server "uid" .uid }}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "ridgeline.labels" $context | nindent 4 }}
spec:
  selector: {{- include "ridgeline.selector" $context | nindent 4 }}
  # The pod itself asks for its own name before it is ready.
  publishNotReadyAddresses: true
  ports:
    {{- range $port, $number := .ports }}
    - { name: {{ $port }}, port: {{ $number }}, targetPort: {{ $port }} }
    {{- end }}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "ridgeline.labels" $context | nindent 4 }}
spec:
  replicas: 1
  serviceName: {{ $name }}
  selector:
    matchLabels: {{- include "ridgeline.selector" $context | nindent 6 }}
  template:
    metadata:
      labels: {{- include "ridgeline.selector" $context | nindent 8 }}
    spec:
      {{- include "ridgeline.podBasics" $context | nindent 6 }}
      terminationGracePeriodSeconds: 30
      containers:
        - name: {{ .server }}
          image: {{ .image }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          ports:
            {{- range $port, $number := .ports }}
            - { name: {{ $port }}, containerPort: {{ $number }} }
            {{- end }}
          securityContext: {{- include "ridgeline.containerSecurity" .root | nindent 12 }}
          {{- .container | nindent 10 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- with .storage }}
            - { name: data, mountPath: {{ . }} }
            {{- end }}
            {{- with .mounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        {{- with .volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  {{- if .storage }}
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .root.Values.trial.storage.className }}
        storageClassName: {{ . }}
        {{- end }}
        resources: { requests: { storage: {{ .root.Values.trial.storage.size }} } }
  {{- end }}
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "ridgeline.labels" $context | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "ridgeline.selector" $context | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- range $port, $callers := .from }}
    - ports: [{ port: {{ $port }}, protocol: TCP }]
      from:
        {{- range $callers }}
        - podSelector:
            matchLabels: {{- include "ridgeline.selector" (dict "root" $root "component" .) | nindent 14 }}
        {{- end }}
    {{- end }}
  {{- with .egress }}
  egress: {{- . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}
