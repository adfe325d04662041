/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/*
 * libbowline-annotation-jni.so: the native methods of org.bowline.annotation.Native, on top of bowline.h. Java calls them only for events that are
 * recorded; texts were copied before (copy), so none is converted here.
 */
#define _GNU_SOURCE
#include "bowline.h"

#include <jni.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NATIVE(type, name) \
    JNIEXPORT type JNICALL Java_org_bowline_annotation_Native_##name(JNIEnv *env, jclass self

#define UNUSED \
    (void) env; \
    (void) self

static const char *text(jlong address) {
    return (const char *) (uintptr_t) address;
}

NATIVE(jboolean, isLoaded)) {
    UNUSED;
    return bowline__library != NULL ? JNI_TRUE : JNI_FALSE;
}

NATIVE(jobject, enabled), jint event) {
    (void) self;
    if (event < 0 || event >= BOWLINE__EVENTS) {
        return NULL;
    }
    return (*env)->NewDirectByteBuffer(env, (void *) (uintptr_t) bowline__enabled[event], sizeof(int));
}

NATIVE(jlong, copy), jbyteArray bytes) {
    (void) self;
    jsize size = (*env)->GetArrayLength(env, bytes);
    char *copied = malloc((size_t) size + 1);
    if (copied == NULL) {
        return 0;
    }
    (*env)->GetByteArrayRegion(env, bytes, 0, size, (jbyte *) copied);
    copied[size] = '\0';
    return (jlong) (uintptr_t) copied;
}

NATIVE(jint, threadId)) {
    UNUSED;
    return (jint) syscall(SYS_gettid);
}

NATIVE(jlong, newId)) {
    UNUSED;
    return bowline__library != NULL ? (jlong) bowline__library->new_id() : 0;
}

NATIVE(void, intervalBegin), jlong id, jlong label) {
    UNUSED;
    bowline_interval_begin((uint64_t) id, text(label));
}

NATIVE(void, intervalBeginSized), jlong id, jlong label, jlong size) {
    UNUSED;
    bowline_interval_begin_sized((uint64_t) id, text(label), (uint64_t) size);
}

NATIVE(void, intervalEnd), jlong id) {
    UNUSED;
    bowline_interval_end((uint64_t) id);
}

NATIVE(void, intervalSwitch), jlong id) {
    UNUSED;
    bowline_interval_switch((uint64_t) id);
}

NATIVE(void, tagPush), jlong path) {
    UNUSED;
    bowline_tag_push(text(path));
}

NATIVE(void, tagPop), jlong path) {
    UNUSED;
    bowline_tag_pop(text(path));
}

NATIVE(void, tagSwitch), jlong path) {
    UNUSED;
    bowline_tag_switch(text(path));
}

NATIVE(void, spinBegin), jlong object, jint owner) {
    UNUSED;
    bowline_spin_begin((uint64_t) object, owner);
}

NATIVE(void, spinEnd), jlong object, jboolean acquired) {
    UNUSED;
    bowline_spin_end((uint64_t) object, acquired == JNI_TRUE);
}

NATIVE(void, falseWakeup), jlong object) {
    UNUSED;
    bowline_false_wakeup((uint64_t) object);
}
